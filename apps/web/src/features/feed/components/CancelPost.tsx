import { cancelEvent, type FeedPost, MAX_REASON_LENGTH } from '@parvis/contract/feed.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { assertAcknowledged, call } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { showToast } from '#web/ui/toasts.ts'
import dialog from '#web/ui/Dialog.module.css'
import form from '#web/ui/ReportDialog.module.css'
import { Form } from '#web/ui/Form.tsx'
import { postStoreOf } from '../posts.store.ts'

/** Unsent reasons by post id, which are restored when the dialog is opened again. */
const reasonDrafts = new Map<string, string>()

/** Dialog that cancels an event, with an optional reason. Stays open with the reason when the server refuses. */
export const CancelPost = ({ post, onClose }: { post: FeedPost; onClose: () => void }) => {
  const { t, explain } = useText()
  const posts = postStoreOf(useQueryClient())
  const { _id: id } = post
  const [reason, setReason] = useState(() => reasonDrafts.get(id) ?? '')
  const isTooLong = [...reason.trim()].length > MAX_REASON_LENGTH
  const changeReason = (text: string) => {
    setReason(text)
    reasonDrafts.set(id, text)
  }
  const {
    mutate: cancel,
    isPending,
    error,
    submittedAt,
  } = useMutation({
    mutationFn: async () =>
      assertAcknowledged(await call(cancelEvent, { params: { id }, body: { reason: reason.trim() || null } })),
    onSuccess: cancelled => {
      posts.addFetched([cancelled])
      reasonDrafts.delete(id)
      showToast({ text: t('postacts.calloff.done') })
      onClose()
    },
  })
  return (
    <Dialog size="m" title={t('postacts.calloff.title')} onClose={onClose}>
      <Form className={form.form} busy={isPending || isTooLong} onSubmit={() => cancel()} noValidate={false}>
        <p>{t('postacts.calloff.text')}</p>
        <Field
          name="reason"
          label={
            <>
              {t('postacts.calloff.reason')} <small>{t('postacts.optional')}</small>
            </>
          }
          value={reason}
          onChange={changeReason}
          rows={2}
          maxLength={MAX_REASON_LENGTH}
        />
        {error && (
          <Notice key={submittedAt} kind="danger" icon="circle-alert">
            {t('postacts.calloff.failed')} {explain(error)}
          </Notice>
        )}
        <div className={dialog.acts}>
          <Button onClick={onClose}>{t('postacts.calloff.keep')}</Button>
          <Button kind="danger" type="submit" icon="calendar-x" busy={isPending}>
            {t('postacts.calloff.yes')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
