import type { ModerationCase } from '@parvis/contract/moderation.ts'
import { useState, type RefObject } from 'react'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { showToast } from '#web/ui/toasts.ts'
import typography from '#web/ui/typography.module.css'
import { nameOf, decisionTone, decisionText } from '../case-text.ts'
import { isAlreadyDecided, useRestore } from '../moderation.mutations.ts'
import { DECISION_TOAST } from '../next-case.ts'
import css from '../CaseSheet.module.css'
import type { CaseSheetProps } from '../case-sheet-props.ts'

export interface CaseHistoryProps {
  moderationCase: ModerationCase
  viewer: CaseSheetProps['viewer']
  headingRef: RefObject<HTMLHeadingElement | null>
  onDone: () => void
  onAlreadyDecided: () => void
}

/** The decision and who made it, the appeal, and its outcome. */
export const CaseHistory = ({ moderationCase, viewer, headingRef, onDone, onAlreadyDecided }: CaseHistoryProps) => {
  const { t, explain } = useText()
  const { ago } = useFormat()
  const [isConfirming, setIsConfirming] = useState(false)
  const restoreText = (what: 'text' | 'done') =>
    moderationCase.author
      ? t(`moderation.restore.${what}`, { name: nameOf(moderationCase.author, t) })
      : t(`moderation.restore.${what}.alone`)
  const restore = useRestore(moderationCase._id, {
    onDone: () => {
      setIsConfirming(false)
      showToast({ text: restoreText('done'), cause: DECISION_TOAST })
      onDone()
    },
    onAlreadyDecided: () => {
      setIsConfirming(false)
      onAlreadyDecided()
    },
  })
  const { ruling, appeal } = moderationCase
  if (!ruling) return null
  const { decision, days, rule, reason, by, date, restoredAt, erased } = ruling
  const when = ago(date)
  return (
    <Card as="section" aria-labelledby="history" className={css.block}>
      <div className={css.top}>
        <h2 id="history" ref={headingRef} tabIndex={-1} className={css.title}>
          {t('moderation.history')}
        </h2>
        {decision !== 'keep' && (
          <Badge kind={decisionTone(decision)}>{decisionText({ kind: moderationCase.kind, decision, days }, t)}</Badge>
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
      {appeal && <AppealSection moderationCase={moderationCase} appeal={appeal} viewer={viewer} />}
      {moderationCase.abilities.restore && (
        <div className={css.acts}>
          <Button icon="undo-2" onClick={() => setIsConfirming(true)}>
            {t('moderation.restore')}
          </Button>
        </div>
      )}
      {restore.error && !isAlreadyDecided(restore.error) && (
        <Notice kind="danger" icon="triangle-alert">
          {explain(restore.error)}
        </Notice>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={t('moderation.restore.title')}
          text={restoreText('text')}
          confirmLabel={t('moderation.restore')}
          cancelLabel={t('moderation.restore.no')}
          kind="primary"
          icon="undo-2"
          busy={restore.isPending}
          onConfirm={() => restore.mutate(undefined, { onError: () => setIsConfirming(false) })}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </Card>
  )
}

interface AppealSectionProps {
  moderationCase: ModerationCase
  appeal: NonNullable<ModerationCase['appeal']>
  viewer: CaseSheetProps['viewer']
}

const AppealSection = ({ moderationCase, appeal, viewer }: AppealSectionProps) => {
  const { t } = useText()
  const { ago } = useFormat()
  const { outcome } = appeal
  return (
    <>
      <h3 className={typography.strong}>{t('moderation.appeal.title')}</h3>
      <p className={typography.meta}>
        {t('moderation.appeal.when', { name: nameOf(moderationCase.author, t), when: ago(appeal.date) })}
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
        !moderationCase.abilities.decideOnAppeal && (
          <Notice kind={moderationCase.hasSecondPerson ? 'calm' : 'attention'} icon="users">
            {t(
              !moderationCase.hasSecondPerson
                ? 'moderation.appeal.nobody'
                : moderationCase.ruling?.by?._id === viewer._id
                  ? 'moderation.appeal.second'
                  : 'moderation.appeal.other',
            )}
          </Notice>
        )
      )}
    </>
  )
}
