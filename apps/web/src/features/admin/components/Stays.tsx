import type { MemberFile, Stay } from '@parvis/contract/admin.ts'
import type { RuleBreak } from '@parvis/contract/errors.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { checkStay } from '@parvis/contract/stay.ts'
import { useState, type FormEvent } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useNow } from '#web/kernel/device/clock.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useStays } from '../admin.mutations.ts'
import { placeName, stayTime } from '../member-words.ts'
import { Confirm } from '#web/ui/Confirm.tsx'
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
  const { save, remove } = useStays(community._id, member._id)
  /** The stay in the dialog; `new` for one that does not exist yet. */
  const [written, setWritten] = useState<Stay | 'new' | null>(null)
  const [removed, setRemoved] = useState<Stay | null>(null)
  const mayChange = member.abilities.changeStays
  const today = dayAt(useNow(), community.timezone)
  return (
    <Card as="section" aria-labelledby="stays">
      <div className={desk.head}>
        <h2 id="stays" className={desk.title}>
          {t('admin.stays')}
        </h2>
        {mayChange && (
          <Button size="s" icon="plus" onClick={() => setWritten('new')}>
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
            time={stayTime(stay, today)}
            mayChange={mayChange}
            onChange={() => setWritten(stay)}
            onRemove={() => setRemoved(stay)}
          />
        ))}
      </ul>
      <p className={css.note}>{t(member.stays.length > 0 ? 'admin.stays.note' : 'admin.stays.none')}</p>
      {written && (
        <StayDialog
          communityId={community._id}
          stay={written === 'new' ? null : written}
          save={save}
          onClose={() => {
            save.reset()
            setWritten(null)
          }}
        />
      )}
      {removed && (
        <Confirm
          title={t('admin.stay.remove.title')}
          text={t('admin.stay.remove.text')}
          yes={t('admin.stay.remove')}
          icon="trash"
          onYes={() => {
            remove.mutate(removed._id)
            setRemoved(null)
          }}
          onClose={() => setRemoved(null)}
        />
      )}
    </Card>
  )
}

interface StayRowProps {
  stay: Stay
  timezone: string
  time: ReturnType<typeof stayTime>
  mayChange: boolean
  onChange: () => void
  onRemove: () => void
}

const StayRow = ({ stay, timezone, time, mayChange, onChange, onRemove }: StayRowProps) => {
  const { t, language } = useText()
  const { calendarDay } = useFormat()
  const days = t('admin.stay.days', {
    from: calendarDay(stay.arrival, timezone),
    to: calendarDay(stay.departure, timezone),
  })
  return (
    <li className={css.row} data-past={time === 'past' || undefined}>
      <span className={css.words}>
        <b>{placeName(language, stay.location) ?? t('admin.stay.noplace')}</b>
        <small>{days}</small>
      </span>
      {time !== 'past' && <Badge kind="team">{t(`admin.stay.${time}`)}</Badge>}
      {mayChange && (
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
  save: ReturnType<typeof useStays>['save']
  onClose: () => void
}

const draftOf = (stay: Stay | null): StayDraft =>
  stay ? { locationId: stay.locationId ?? '', arrival: stay.arrival, departure: stay.departure } : emptyStay

const StayDialog = ({ communityId, stay, save, onClose }: StayDialogProps) => {
  const { t, explain } = useText()
  const [draft, setDraft] = useState(() => draftOf(stay))
  const [broken, setBroken] = useState<RuleBreak | null>(null)
  const [attempt, setAttempt] = useState(0)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const body = stayBody(draft)
    const wrong = checkStay(body)
    setAttempt(attempt + 1)
    setBroken(wrong)
    if (!wrong) save.mutate({ ...body, stayId: stay?._id }, { onSuccess: onClose })
  }
  const fault = broken ?? (save.error instanceof ApiError && save.error.field ? save.error : null)
  return (
    <Dialog title={t(stay ? 'admin.stay.change' : 'admin.stay.add.title')} onClose={onClose}>
      <form className={css.form} onSubmit={send} noValidate>
        <StayFields
          communityId={communityId}
          draft={draft}
          onChange={setDraft}
          errorOf={field =>
            fault?.field === field ? explain(fault instanceof ApiError ? fault : new ApiError(fault.key, 0)) : null
          }
          attempt={attempt}
        />
        {save.error && !fault && (
          <Notice kind="danger" icon="triangle-alert">
            {explain(save.error)}
          </Notice>
        )}
        <Button kind="primary" type="submit" wide busy={save.isPending}>
          {t('admin.stay.save')}
        </Button>
      </form>
    </Dialog>
  )
}
