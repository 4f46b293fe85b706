import { APPEAL_DAYS, type ModerationCase, type OwnDecision } from '@parvis/contract/moderation.ts'
import { useState } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Collapsible } from '#web/ui/Collapsible.tsx'
import type { Ruling } from '../moderation.mutations.ts'
import { DecisionCard } from './DecisionCard.tsx'

export interface DecisionPreviewProps {
  moderationCase: ModerationCase
  ruling: Ruling
  name: string
}

const DAY_MS = 86_400_000

/** Preview of what the author will read. Collapsed on phones, so that form and button stay close together. */
export const DecisionPreview = ({ moderationCase, ruling, name }: DecisionPreviewProps) => {
  const { t } = useText()
  const now = useNow()
  const [open, setOpen] = useState(() => matchMedia('(min-width: 43.75rem)').matches)
  const days = ruling.days ?? null
  const decision: OwnDecision = {
    _id: moderationCase._id,
    community: moderationCase.community,
    kind: moderationCase.kind,
    subjectId: moderationCase.subjectId,
    excerpt: moderationCase.excerpt,
    decision: ruling.decision,
    rule: ruling.rule ?? null,
    reason: ruling.reason ?? null,
    days,
    date: new Date(now).toISOString(),
    until: days ? new Date(now + days * DAY_MS).toISOString() : null,
    restoredAt: null,
    appeal: null,
    appealUntil: new Date(now + APPEAL_DAYS * DAY_MS).toISOString(),
    abilities: { appeal: false },
  }
  const label = t('moderation.preview', { name })
  return (
    <section aria-label={label}>
      <Collapsible icon="eye" label={label} open={open} onToggle={setOpen}>
        <div inert>
          <DecisionCard decision={decision} isPreview />
        </div>
      </Collapsible>
    </section>
  )
}
