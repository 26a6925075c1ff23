// Stands in for `reflect-metadata` in the bundle (wrangler.toml, alias): only `@peculiar/x509`, which is not in it either, asks for metadata.
export {}
