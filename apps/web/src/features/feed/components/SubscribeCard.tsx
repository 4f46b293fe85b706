import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { copyWithToast } from '#web/ui/copy-with-toast.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonAnchor } from '#web/ui/ButtonLink.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { calendarAddressQuery, useCalendarAddress } from '../calendar.queries.ts'
import css from './SubscribeCard.module.css'

export interface SubscribeCardProps {
  me: string
  /** False for guests, who have no account to which a subscription URL could belong. */
  canSubscribe: boolean
}

/** Offers the calendar for other apps: as one file, or through a secret subscription URL. */
export const SubscribeCard = ({ me, canSubscribe }: SubscribeCardProps) => {
  const { t, language } = useText()
  const id = useId()
  return (
    <section className={css.card} aria-labelledby={id}>
      <div className={css.head}>
        <span className={css.mark}>
          <Icon name="calendar-sync" size="s" />
        </span>
        <h2 id={id}>{t('calendar.subscribe.title')}</h2>
      </div>
      {canSubscribe ? (
        <CalendarAddress me={me} />
      ) : (
        <ButtonAnchor icon="file-down" href={`/events/ics?lang=${language}`} download>
          {t('calendar.subscribe.file')}
        </ButtonAnchor>
      )}
    </section>
  )
}

const CalendarAddress = ({ me }: { me: string }) => {
  const { t, language } = useText()
  const { dateUnlessToday: otherDay } = useFormat()
  const query = useQuery(calendarAddressQuery(me))
  const { create, change, revoke } = useCalendarAddress(me)
  const [confirming, setConfirming] = useState<'renew' | 'stop' | null>(null)
  // Checkbox value that the server has not stored yet. Without a subscription URL, a change of the checkbox is
  // not sent.
  const [pendingOnlyMine, setPendingOnlyMine] = useState<boolean | null>(null)
  const since = query.data?.since ?? null
  const day = since && otherDay(since)
  const onlyMine = pendingOnlyMine ?? query.data?.onlyMine ?? false
  const url = since && create.data?.since === since ? create.data.url : null
  const webcal = url?.replace(/^https?:/, 'webcal:')
  const confirm = () => {
    if (confirming === 'stop') revoke.mutate(undefined, { onSettled: () => setConfirming(null) })
    else create.mutate(onlyMine, { onSettled: () => setConfirming(null) })
  }
  const toggleOnlyMine = (value: boolean) => {
    setPendingOnlyMine(value)
    if (since) change.mutate(value, { onSettled: () => setPendingOnlyMine(null) })
  }
  return (
    <>
      <p>{t('calendar.subscribe.text')}</p>
      {url && (
        <div className={css.address}>
          <input
            readOnly
            value={webcal}
            aria-label={t('calendar.subscribe.address')}
            onFocus={event => event.target.select()}
          />
          <IconButton
            icon="copy"
            label={t('calendar.subscribe.copy')}
            onClick={() => void copyWithToast(url, t('calendar.subscribe.copied'), t('calendar.subscribe.notcopied'))}
          />
        </div>
      )}
      {since && (
        <p>
          {url
            ? t('calendar.subscribe.once')
            : day
              ? t('calendar.subscribe.since', { day })
              : t('calendar.subscribe.since.today')}
        </p>
      )}
      <div className={css.acts}>
        {webcal ? (
          <ButtonAnchor kind="primary" href={webcal}>
            {t('calendar.subscribe.open')}
          </ButtonAnchor>
        ) : (
          !since && (
            <Button
              kind="primary"
              busy={create.isPending || query.isPending}
              onClick={() => create.mutate(onlyMine, { onSuccess: () => setPendingOnlyMine(null) })}
            >
              {t('calendar.subscribe.make')}
            </Button>
          )
        )}
        <ButtonAnchor icon="file-down" href={`/events/ics?lang=${language}${onlyMine ? '&filter=my' : ''}`} download>
          {t('calendar.subscribe.file')}
        </ButtonAnchor>
      </div>
      <Checkbox name="onlyMine" checked={onlyMine} onChange={toggleOnlyMine}>
        {t('calendar.subscribe.onlymine')}
      </Checkbox>
      {since && (
        <div className={css.more}>
          <Button kind="quiet" icon="refresh-cw" onClick={() => setConfirming('renew')}>
            {t('calendar.subscribe.renew')}
          </Button>
          <Button kind="danger-quiet" icon="calendar-off" onClick={() => setConfirming('stop')}>
            {t('calendar.subscribe.stop')}
          </Button>
        </div>
      )}
      {confirming && (
        <ConfirmDialog
          title={t(`calendar.subscribe.${confirming}.title`)}
          text={t(`calendar.subscribe.${confirming}.text`)}
          confirmLabel={t(`calendar.subscribe.${confirming}.yes`)}
          icon={confirming === 'stop' ? 'calendar-off' : 'refresh-cw'}
          busy={create.isPending || revoke.isPending}
          onConfirm={confirm}
          onClose={() => setConfirming(null)}
        />
      )}
    </>
  )
}
