/*
 * Stands in for the root certificates of the library of passkeys in the bundle (wrangler.toml, alias): no certificate of an authenticator
 * reaches it, so that none is compared with them.
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
