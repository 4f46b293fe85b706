import type { ModerationCase } from '@parvis/contract/moderation.ts'
import { useState, type RefObject } from 'react'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { showToast } from '#web/ui/toasts.ts'
import typography from '#web/ui/typography.module.css'
import { nameOf, ruledTone, ruledWords } from '../case-words.ts'
import type { CaseSheetProps } from '../CaseSheet.tsx'
import { isDecided, useRestore } from '../moderation.mutations.ts'
import { DECIDED } from '../next-case.ts'
import css from '../CaseSheet.module.css'

export interface CaseHistoryProps {
  one: ModerationCase
  reader: CaseSheetProps['reader']
  heading: RefObject<HTMLHeadingElement | null>
  onDone: () => void
  onQuicker: () => void
}

/** The decision and who made it, the appeal, and its outcome. */
export const CaseHistory = ({ one, reader, heading, onDone, onQuicker }: CaseHistoryProps) => {
  const { t, explain } = useText()
  const { ago } = useFormat()
  const [asking, setAsking] = useState(false)
  const restoreWords = (what: 'text' | 'done') =>
    one.author
      ? t(`moderation.restore.${what}`, { name: nameOf(one.author, t) })
      : t(`moderation.restore.${what}.alone`)
  const restore = useRestore(one._id, {
    onDone: () => {
      setAsking(false)
      showToast({ text: restoreWords('done'), cause: DECIDED })
      onDone()
    },
    onQuicker: () => {
      setAsking(false)
      onQuicker()
    },
  })
  const { ruling, appeal } = one
  if (!ruling) return null
  const { decision, days, rule, reason, by, date, restoredAt, erased } = ruling
  const when = ago(date)
  return (
    <Card as="section" aria-labelledby="history" className={css.block}>
      <div className={css.top}>
        <h2 id="history" ref={heading} tabIndex={-1} className={css.title}>
          {t('moderation.history')}
        </h2>
        {decision !== 'keep' && (
          <Badge kind={ruledTone(decision)}>{ruledWords({ kind: one.kind, decision, days }, t)}</Badge>
        )}
      </div>
      <p className={decision === 'keep' ? undefined : typography.meta}>
        {by
          ? t(decision === 'keep' ? 'moderation.history.kept' : 'moderation.history.by', { name: nameOf(by, t), when })
          : t(decision === 'keep' ? 'moderation.history.kept.when' : 'moderation.history.when', { when })}
        {restoredAt && decision !== 'keep' && ` · ${t('moderation.history.restored', { when: ago(restoredAt) })}`}
      </p>
      {rule && (
        <p>
          <b className={typography.strong}>{t(`rules.rule.${rule}`)}.</b> {t(`rules.rule.${rule}.text`)}
        </p>
      )}
      {reason && (
        <blockquote className={css.words} dir="auto">
          <p>{reason}</p>
        </blockquote>
      )}
      {erased && <p className={typography.muted}>{t('moderation.history.erased')}</p>}
      {appeal && <AppealSaid one={one} appeal={appeal} reader={reader} />}
      {one.abilities.restore && (
        <div className={css.acts}>
          <Button icon="undo-2" onClick={() => setAsking(true)}>
            {t('moderation.restore')}
          </Button>
        </div>
      )}
      {restore.error && !isDecided(restore.error) && (
        <Notice kind="danger" icon="triangle-alert">
          {explain(restore.error)}
        </Notice>
      )}
      {asking && (
        <Confirm
          title={t('moderation.restore.title')}
          text={restoreWords('text')}
          yes={t('moderation.restore')}
          no={t('moderation.restore.no')}
          kind="primary"
          icon="undo-2"
          busy={restore.isPending}
          onYes={() => restore.mutate(undefined, { onError: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}

interface AppealSaidProps {
  one: ModerationCase
  appeal: NonNullable<ModerationCase['appeal']>
  reader: CaseSheetProps['reader']
}

const AppealSaid = ({ one, appeal, reader }: AppealSaidProps) => {
  const { t } = useText()
  const { ago } = useFormat()
  const { outcome } = appeal
  return (
    <>
      <h3 className={typography.strong}>{t('moderation.appeal.title')}</h3>
      <p className={typography.meta}>
        {t('moderation.appeal.when', { name: nameOf(one.author, t), when: ago(appeal.date) })}
      </p>
      <blockquote className={css.words} dir="auto">
        <p>{appeal.text}</p>
      </blockquote>
      {outcome ? (
        <>
          <p className={css.line}>
            <Badge>{t(`moderation.appeal.${outcome.overturned ? 'overturned' : 'upheld'}`)}</Badge>
            <small>{ago(outcome.date)}</small>
          </p>
          {outcome.reason && (
            <blockquote className={css.words} dir="auto">
              <p>{outcome.reason}</p>
            </blockquote>
          )}
        </>
      ) : (
        !one.abilities.decideOnAppeal && (
          <Notice kind={one.hasSecondPerson ? 'calm' : 'attention'} icon="users">
            {t(
              !one.hasSecondPerson
                ? 'moderation.appeal.nobody'
                : one.ruling?.by?._id === reader._id
                  ? 'moderation.appeal.second'
                  : 'moderation.appeal.other',
            )}
          </Notice>
        )
      )}
    </>
  )
}
