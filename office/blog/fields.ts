import type { CreatePostBody, Post } from '@soko/client'
import type { FieldSpec, Values } from '../ui/fields.tsx'
import { choices, postLocale } from '../words.ts'

/** The fields of a post that the team writes. */
export const fieldsOf = (post?: Post): FieldSpec[] => [
  { name: 'title', label: 'Titre', value: post?.title ?? '', maxLength: 200 },
  {
    name: 'slug',
    label: 'Adresse',
    value: post?.slug ?? '',
    isOptional: !post,
    maxLength: 100,
    hint: `Des lettres minuscules, des chiffres et des tirets.${post ? '' : ' Vide : elle vient du titre.'}`,
  },
  { name: 'excerpt', label: 'Résumé', kind: 'area', value: post?.excerpt ?? '', isOptional: true },
  { name: 'body', label: 'Texte, en Markdown', kind: 'markdown', value: post?.body ?? '', maxLength: 50_000 },
  {
    name: 'tags',
    label: 'Mots-clés',
    value: post?.tags.join(', ') ?? '',
    isOptional: true,
    hint: 'Séparés par des virgules.',
  },
  {
    name: 'locale',
    label: 'Langue',
    kind: 'select',
    options: choices(postLocale, ...postLocale.all),
    value: post?.locale ?? 'fr',
  },
]

/** A post as the service takes it; without an address, the service makes one. */
export function postOf({ title = '', slug, excerpt = '', body = '', tags = '', locale }: Values): CreatePostBody {
  const words = tags.split(',').map((word) => word.trim())
  return {
    ...{ title, excerpt, body, tags: words.filter(Boolean) },
    ...{ locale: locale === 'en' ? 'en' : 'fr', ...(slug && { slug }) },
  }
}
