import { FLAGS_PER_DAY, MAX_REASON_LENGTH, type ReportBody } from '@parvis/contract/feed.ts'
import { moderationRules, type ModerationRule, type ReportedKind } from '@parvis/contract/moderation.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { assertAcknowledged, ApiError } from '#web/kernel/http/api.ts'
import { isServerUnreachable } from '#web/kernel/outbox/network-error.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from './Button.tsx'
import { Chip, Chips } from './Chips.tsx'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { Notice } from './Notice.tsx'
import { queueSend } from './queue-send.ts'
import { showToast } from './toasts.ts'
import dialog from './Dialog.module.css'
import css from './ReportDialog.module.css'
import { Form } from './Form.tsx'

export interface ReportTarget {
  kind: ReportedKind
  id: string
  name?: string
  /** Sends the report. If the call throws and the outbox does not store the report, the dialog shows the error. */
  send: (body: ReportBody) => Promise<{ _id: string }>
}

export interface ReportDialogProps extends ReportTarget {
  communityUri: string
  onClose: () => void
}

/** The longest wait of the short-term rate limit, in seconds. A longer wait comes from the daily limit. */
const MAX_SHORT_WAIT_S = 3600

interface Draft {
  rule?: ModerationRule | undefined
  reason: string
}

/** The unsent input for each reported item: a closed dialog shows it again when it is reopened. */
const drafts = new Map<string, Draft>()

/** Reports an item to the team. Closes once the server, or the outbox if there is no network, stores the report. */
export const ReportDialog = ({ kind, id, name = '', send, communityUri: c, onClose }: ReportDialogProps) => {
  const { t, explain } = useText()
  const router = useRouter()
  const [{ rule: selectedRule, reason }, setDraft] = useState<Draft>(() => drafts.get(id) ?? { reason: '' })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ error: unknown; failureCount: number } | null>(null)
  const updateDraft = (change: Partial<Draft>) => {
    const draft = { rule: selectedRule, reason, ...change }
    setDraft(draft)
    drafts.set(id, draft)
  }
  const submit = async () => {
    setBusy(true)
    setFailure(null)
    const text = reason.trim()
    const body = { ...(selectedRule && { rule: selectedRule }), ...(text && { reason: text }) }
    const queueReport = () =>
      queueSend({
        kind: 'report',
        id: `report ${id}`,
        place: `report ${id}`,
        payload: { kind, id, ...body },
        about: name || text || (selectedRule ? t(`rules.rule.${selectedRule}`) : ''),
      })
    try {
      assertAcknowledged(await send(body))
      drafts.delete(id)
      showToast({
        text: t('rules.report.done'),
        action: {
          label: t('rules.report.next'),
          onClick: () => void router.navigate({ to: '/$c/regles', params: { c }, hash: 'kept' }),
        },
      })
      onClose()
    } catch (error) {
      if (isServerUnreachable(error) && (await queueReport())) {
        drafts.delete(id)
        return onClose()
      }
      setFailure(previous => ({ error, failureCount: (previous?.failureCount ?? 0) + 1 }))
      setBusy(false)
    }
  }
  return (
    <Dialog size="m" title={t(`rules.report.title.${kind}`, { name })} onClose={onClose}>
      <Form className={css.form} busy={busy} onSubmit={() => void submit()} noValidate={false}>
        <p>{t(`rules.report.text.${kind}`)}</p>
        <div className={css.rules}>
          <b aria-hidden="true">{t('rules.report.rules')}</b>
          <Chips label={t('rules.report.rules')} wrap>
            {moderationRules.map(rule => (
              <Chip
                key={rule}
                kind="choice"
                selected={rule === selectedRule}
                onClick={() => updateDraft({ rule: rule === selectedRule ? undefined : rule })}
              >
                {t(`rules.rule.${rule}`)}
              </Chip>
            ))}
          </Chips>
        </div>
        <Field
          name="reason"
          label={
            <>
              {t('rules.report.reason')} <small>{t('rules.report.optional')}</small>
            </>
          }
          value={reason}
          onChange={text => updateDraft({ reason: text.slice(0, MAX_REASON_LENGTH) })}
          rows={2}
          maxLength={MAX_REASON_LENGTH}
        />
        {failure && (
          <Notice key={failure.failureCount} kind="danger" icon="circle-alert">
            {isDailyLimit(failure.error)
              ? t('rules.report.most', { count: FLAGS_PER_DAY })
              : `${t('rules.report.failed')} ${explain(failure.error)}`}
          </Notice>
        )}
        <div className={dialog.acts}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" type="submit" icon="flag" busy={busy}>
            {t('rules.report.yes')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

const isDailyLimit = (error: unknown) =>
  error instanceof ApiError && error.key === 'toomanyrequests' && Number(error.params?.seconds) > MAX_SHORT_WAIT_S
