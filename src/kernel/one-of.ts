const listNames = (names: string[]) => names.map((name) => `\`${name}\``).join(' ou ')
/**
 * Documents that exactly one of these fields is required; the verb refuses none and both, in words. Generators of
 * clients lose the fields of a schema that says `oneOf` about required fields.
 */
export const oneOf = (...names: string[]) => ({ description: `${listNames(names)}, pas les deux.`, 'x-one-of': names })
/** Documents that at least one of these fields is required; the verb refuses none, in words. */
export const someOf = (...names: string[]) => ({ description: `${listNames(names)}, ou les deux.`, 'x-some-of': names })
/** Documents that one of these fields or none is allowed; the verb refuses both, in words. */
export const atMostOneOf = (...names: string[]) => ({
  description: `${listNames(names)}, ou aucun des deux.`,
  'x-at-most-one-of': names,
})
