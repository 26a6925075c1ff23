/*
 * Stands in for the makers' root certificates in the bundle (wrangler.toml, alias): a statement of an authenticator that is held against one
 * is refused before (prove-registration.ts).
 */

const ABSENT = ''

export {
  ABSENT as Apple_WebAuthn_Root_CA,
  ABSENT as GlobalSign_Root_CA,
  ABSENT as GlobalSign_Root_CA_R3,
  ABSENT as GlobalSign_Root_R46,
  ABSENT as Google_Hardware_Attestation_Root_1,
  ABSENT as Google_Hardware_Attestation_Root_2,
  ABSENT as Google_Hardware_Attestation_Root_3,
  ABSENT as Google_Hardware_Attestation_Root_4,
}
