import type { UnsentKind, Waiting } from '#web/kernel/outbox/waiting.ts'
import { currentLanguage, t } from '#web/kernel/text/i18n.ts'
import type { UnsentCounts } from './removed-unsent.ts'

const locales = { en: 'en-GB', fr: 'fr-FR' } as const
/** Labels in the order of the summary. The last three are never sent later and exist only as drafts. */
const words = ['post', 'message', 'answer', 'report', 'profile', 'deal', 'template', 'information'] as const
export type UnsentWord = (typeof words)[number]
const wordOf = (kind: UnsentKind) => (kind === 'publication' ? 'post' : kind)

/** Number of pending items and drafts by label. */
export const countUnsent = (
  waiting: readonly Pick<Waiting, 'kind'>[],
  drafts: readonly UnsentWord[] = [],
): UnsentCounts => {
  const all = [...waiting.map(({ kind }) => wordOf(kind)), ...drafts]
  return Object.fromEntries(
    words.map(word => [word, all.filter(one => one === word).length] as const).filter(([, count]) => count > 0),
  )
}

/** The counts as text: "2 posts and 1 message". */
export const sayUnsent = (counts: UnsentCounts): string =>
  new Intl.ListFormat(locales[currentLanguage()]).format(
    words.flatMap(word => {
      const count = counts[word] ?? 0
      return count > 0 ? [t(`outbox.of.${word}`, { count })] : []
    }),
  )

/** Summary of pending items by kind. */
export const whatWaits = (waiting: readonly Pick<Waiting, 'kind'>[]): string => sayUnsent(countUnsent(waiting))
