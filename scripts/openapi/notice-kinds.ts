import { GROUPS, groupOf } from '#domain/core/notices/groups.ts'
import { declaredNotices } from '#domain/core/notices/notice.ts'

/** The kinds of notices by the group that people choose about; codes and links are for a mailbox or a phone alone. */
export function noticeKinds(): string {
  const shown = declaredNotices().filter(({ kind }) => !/^code\.|-link$/.test(kind))
  const told = shown.map(({ kind, isForPhones }) => ({ kind, words: `\`${kind}\`${isForPhones ? ' *' : ''}` }))
  const kinds = told.sort((a, b) => a.kind.localeCompare(b.kind))
  const lines = [...GROUPS, undefined].flatMap((group) => {
    const own = kinds.filter(({ kind }) => groupOf(kind) === group).map(({ words }) => words)
    return own.length > 0 ? [`| ${group ?? 'aucun'} | ${own.join(', ')} |`] : []
  })
  return ['| Groupe | Sortes |', '|---|---|', ...lines].join('\n')
}
