import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TIERS, type Tier } from '#kernel/limits.ts'
import { noticeKinds } from './notice-kinds.ts'
import { figureOf, unwrap } from './words.ts'

const FOLDER = join(import.meta.dirname, 'guide')

/**
 * The guide before the operations, for people who build a front end: the chapters of `guide/` in the order of their
 * names, one line a paragraph. The tables `[limites]` and `[avis]` come from the code.
 */
export function guide(): string {
  const tiers = (Object.keys(TIERS) as Tier[]).map((tier) => `| ${tier} | ${figureOf(tier)} |`)
  return globSync('*.md', { cwd: FOLDER })
    .sort()
    .map((name) => unwrap(readFileSync(join(FOLDER, name), 'utf8').trim()))
    .join('\n\n')
    .replace('[limites]', ['| Limite | Requêtes |', '|---|---|', ...tiers].join('\n'))
    .replace('[avis]', () => noticeKinds())
}
