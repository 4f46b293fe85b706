import type { PendingItem } from '#web/kernel/outbox/pending.ts'
import { currentLanguage, t } from '#web/kernel/text/i18n.ts'
import type { UnsentLabel } from '#web/ui/feature.ts'
import { loadOutboxKinds } from '#web/ui/outbox-kinds.ts'

export type UnsentCounts = Partial<Record<UnsentLabel, number>>

const locales = { en: 'en-GB', fr: 'fr-FR' } as const

/** Counts items and drafts by label: kinds of items in the order of their features, then the other labels of drafts. */
export const countUnsent = async (
  pending: readonly Pick<PendingItem, 'kind'>[],
  drafts: readonly UnsentLabel[] = [],
): Promise<UnsentCounts> => {
  const kinds = pending.length > 0 ? await loadOutboxKinds() : []
  const items = kinds.flatMap(({ kind, label }) => pending.filter(item => item.kind === kind).map(() => label))
  const all = [...items, ...drafts]
  const labels = new Set([...kinds.map(({ label }) => label), ...drafts])
  return Object.fromEntries(
    [...labels]
      .map(label => [label, all.filter(one => one === label).length] as const)
      .filter(([, count]) => count > 0),
  )
}

/** The counts as text: "2 posts and 1 message". */
export const unsentSummary = (counts: UnsentCounts): string =>
  new Intl.ListFormat(locales[currentLanguage()]).format(
    (Object.entries(counts) as [UnsentLabel, number][]).map(([label, count]) => t(`outbox.of.${label}`, { count })),
  )

export const pendingSummary = async (pending: readonly Pick<PendingItem, 'kind'>[]): Promise<string> =>
  unsentSummary(await countUnsent(pending))
