// Before the tests in workerd: the Worker finds its document among its files.
export { writeDocsAssets as setup } from '../scripts/docs-assets.ts'
