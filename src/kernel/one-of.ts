const named = (names: string[]) => names.map((name) => `\`${name}\``).join(' ou ')
/**
 * For the document: exactly one of these fields is given; the verb refuses none and both, in words. Generators of clients
 * lose the fields of a schema that is `oneOf` of what is required.
 */
export const oneOf = (...names: string[]) => ({ description: `${named(names)}, pas les deux.`, 'x-one-of': names })
/** For the document: at least one of these fields is given. The verb refuses none, in words. */
export const someOf = (...names: string[]) => ({ description: `${named(names)}, ou les deux.`, 'x-some-of': names })
/** For the document: one of these fields, or none. The verb refuses both, in words. */
export const atMostOneOf = (...names: string[]) => ({
  description: `${named(names)}, ou aucun des deux.`,
  'x-at-most-one-of': names,
})
