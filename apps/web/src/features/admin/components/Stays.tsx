import type { MemberFile, Stay } from '@parvis/contract/admin.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { validateStay } from '@parvis/contract/stay.ts'
import { useState } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useFormErrors } from '#web/ui/use-form-errors.ts'
import { useStayMutations } from '../admin.mutations.ts'
import { placeName, stayPhase } from '../member-text.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { emptyStay, stayBody, type StayDraft, StayFields } from './StayFields.tsx'
import desk from '../DeskView.module.css'
import css from './Stays.module.css'

export interface StaysProps {
  community: { _id: string; timezone: string }
  member: MemberFile
}

/** The stays of a member, latest first. The membership ends with the last stay. */
export const Stays = ({ community, member }: StaysProps) => {
  const { t } = useText()
  const { save, remove } = useStayMutations(community._id, member._id)
  /** The stay that the dialog edits; `new` while it adds a stay. */
  const [edited, setEdited] = useState<Stay | 'new' | null>(null)
  const [stayToRemove, setStayToRemove] = useState<Stay | null>(null)
  const canChange = member.abilities.changeStays
  const today = dayAt(useNow(), community.timezone)
  return (
    <Card as="section" aria-labelledby="stays">
      <div className={desk.head}>
        <h2 id="stays" className={desk.title}>
          {t('admin.stays')}
        </h2>
        {canChange && (
          <Button size="s" icon="plus" onClick={() => setEdited('new')}>
            {t('admin.stay.add')}
          </Button>
        )}
      </div>
      <ul className={desk.list}>
        {member.stays.map(stay => (
          <StayRow
            key={stay._id}
            stay={stay}
            timezone={community.timezone}
            phase={stayPhase(stay, today)}
            canChange={canChange}
            onChange={() => setEdited(stay)}
            onRemove={() => setStayToRemove(stay)}
          />
        ))}
      </ul>
      <p className={css.note}>{t(member.stays.length > 0 ? 'admin.stays.note' : 'admin.stays.none')}</p>
      {edited && (
        <StayDialog
          communityId={community._id}
          stay={edited === 'new' ? null : edited}
          saveMutation={save}
          onClose={() => setEdited(null)}
        />
      )}
      {stayToRemove && (
        <ConfirmDialog
          title={t('admin.stay.remove.title')}
          text={t('admin.stay.remove.text')}
          confirmLabel={t('admin.stay.remove')}
          icon="trash"
          onConfirm={() => {
            remove.mutate(stayToRemove._id)
            setStayToRemove(null)
          }}
          onClose={() => setStayToRemove(null)}
        />
      )}
    </Card>
  )
}

interface StayRowProps {
  stay: Stay
  timezone: string
  phase: ReturnType<typeof stayPhase>
  canChange: boolean
  onChange: () => void
  onRemove: () => void
}

const StayRow = ({ stay, timezone, phase, canChange, onChange, onRemove }: StayRowProps) => {
  const { t, language } = useText()
  const { calendarDay } = useFormat()
  const days = t('admin.stay.days', {
    from: calendarDay(stay.arrival, timezone),
    to: calendarDay(stay.departure, timezone),
  })
  return (
    <li className={css.row} data-past={phase === 'past' || undefined}>
      <span className={css.words}>
        <b>{placeName(language, stay.location) ?? t('admin.stay.noplace')}</b>
        <small>{days}</small>
      </span>
      {phase !== 'past' && <Badge kind="team">{t(`admin.stay.${phase}`)}</Badge>}
      {canChange && (
        <span className={css.acts}>
          <IconButton icon="square-pen" label={t('admin.stay.change.which', { days })} onClick={onChange} />
          <IconButton icon="trash" label={t('admin.stay.remove.which', { days })} onClick={onRemove} />
        </span>
      )}
    </li>
  )
}

interface StayDialogProps {
  communityId: string
  /** Null for a new stay. */
  stay: Stay | null
  saveMutation: ReturnType<typeof useStayMutations>['save']
  onClose: () => void
}

const stayFields = ['locationId', 'arrival', 'departure']

const draftOf = (stay: Stay | null): StayDraft =>
  stay ? { locationId: stay.locationId ?? '', arrival: stay.arrival, departure: stay.departure } : emptyStay

const StayDialog = ({ communityId, stay, saveMutation, onClose }: StayDialogProps) => {
  const { t } = useText()
  const [draft, setDraft] = useState(() => draftOf(stay))
  const { errorOf, formError, submitCount, showFailure, acceptInput } = useFormErrors(stayFields)
  const send = () => {
    const body = stayBody(draft)
    if (acceptInput(validateStay(body)))
      saveMutation.mutate({ ...body, stayId: stay?._id }, { onSuccess: onClose, onError: showFailure })
  }
  return (
    <Dialog title={t(stay ? 'admin.stay.change' : 'admin.stay.add.title')} onClose={onClose}>
      <Form className={css.form} busy={saveMutation.isPending} onSubmit={send}>
        <StayFields
          communityId={communityId}
          draft={draft}
          onChange={setDraft}
          errorOf={errorOf}
          submitCount={submitCount}
        />
        {formError && (
          <Notice kind="danger" icon="triangle-alert">
            {formError}
          </Notice>
        )}
        <Button kind="primary" type="submit" wide busy={saveMutation.isPending}>
          {t('admin.stay.save')}
        </Button>
      </Form>
    </Dialog>
  )
}
