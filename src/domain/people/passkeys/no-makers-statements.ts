/*
 * Stands in for the formats of statements about the maker of a device in the bundle (wrangler.toml, alias): a statement that is neither
 * empty nor signed with the new key itself is refused before (prove-registration.ts).
 */

import { Defect } from '#kernel/defect.ts'

function verifyNothing(): never {
  throw new Defect('statements of makers are not read')
}

export {
  verifyNothing as verifyAttestationAndroidKey,
  verifyNothing as verifyAttestationAndroidSafetyNet,
  verifyNothing as verifyAttestationApple,
  verifyNothing as verifyAttestationFIDOU2F,
  verifyNothing as verifyAttestationTPM,
}
