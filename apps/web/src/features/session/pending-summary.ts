import type { UnsentKind, PendingItem } from '#web/kernel/outbox/pending.ts'
import { currentLanguage, t } from '#web/kernel/text/i18n.ts'
import type { UnsentCounts } from './removed-unsent.ts'

const locales = { en: 'en-GB', fr: 'fr-FR' } as const
/** Labels in the order of the summary. Items of the last three are never queued in the outbox: they are only drafts. */
const labels = ['post', 'message', 'answer', 'report', 'profile', 'deal', 'template', 'information'] as const
export type UnsentLabel = (typeof labels)[number]
const labelOf = (kind: UnsentKind) => (kind === 'publication' ? 'post' : kind)

export const countUnsent = (
  pending: readonly Pick<PendingItem, 'kind'>[],
  drafts: readonly UnsentLabel[] = [],
): UnsentCounts => {
  const all = [...pending.map(({ kind }) => labelOf(kind)), ...drafts]
  return Object.fromEntries(
    labels.map(label => [label, all.filter(one => one === label).length] as const).filter(([, count]) => count > 0),
  )
}

/** The counts as text: "2 posts and 1 message". */
export const unsentSummary = (counts: UnsentCounts): string =>
  new Intl.ListFormat(locales[currentLanguage()]).format(
    labels.flatMap(label => {
      const count = counts[label] ?? 0
      return count > 0 ? [t(`outbox.of.${label}`, { count })] : []
    }),
  )

export const pendingSummary = (pending: readonly Pick<PendingItem, 'kind'>[]): string =>
  unsentSummary(countUnsent(pending))
