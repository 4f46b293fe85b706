import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { copy } from '#web/kernel/share/share.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonAnchor } from '#web/ui/ButtonLink.tsx'
import { Check } from '#web/ui/Check.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { addressQuery, useChangeAddress, useMakeAddress, useStopAddress } from '../calendar.queries.ts'
import css from './SubscribeCard.module.css'

export interface SubscribeCardProps {
  me: string
  /** False for guests, who have no account for an address. */
  maySubscribe: boolean
}

/** The calendar in external programs: as one file, or by a secret subscription address. */
export const SubscribeCard = ({ me, maySubscribe }: SubscribeCardProps) => {
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
      {maySubscribe ? (
        <Address me={me} />
      ) : (
        <ButtonAnchor icon="file-down" href={`/events/ics?lang=${language}`} download>
          {t('calendar.subscribe.file')}
        </ButtonAnchor>
      )}
    </section>
  )
}

const Address = ({ me }: { me: string }) => {
  const { t, language } = useText()
  const { otherDay } = useFormat()
  const query = useQuery(addressQuery(me))
  const make = useMakeAddress(me)
  const change = useChangeAddress(me)
  const stop = useStopAddress(me)
  const [asked, setAsked] = useState<'renew' | 'stop' | null>(null)
  // The checkbox until the server has it; before there is an address it is only local.
  const [ticked, setTicked] = useState<boolean | null>(null)
  const since = query.data?.since ?? null
  const day = since && otherDay(since)
  const onlyMine = ticked ?? query.data?.onlyMine ?? false
  const url = since && make.data?.since === since ? make.data.url : null
  const webcal = url?.replace(/^https?:/, 'webcal:')
  const run = () => {
    if (asked === 'stop') stop.mutate(undefined, { onSettled: () => setAsked(null) })
    else make.mutate(onlyMine, { onSettled: () => setAsked(null) })
  }
  const tick = (value: boolean) => {
    setTicked(value)
    if (since) change.mutate(value, { onSettled: () => setTicked(null) })
  }
  const copyUrl = async () => {
    if (await copy(url!)) showToast({ text: t('calendar.subscribe.copied') })
    else showToast({ kind: 'warning', text: t('calendar.subscribe.notcopied') })
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
          <IconButton icon="copy" label={t('calendar.subscribe.copy')} onClick={() => void copyUrl()} />
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
              busy={make.isPending || query.isPending}
              onClick={() => make.mutate(onlyMine, { onSuccess: () => setTicked(null) })}
            >
              {t('calendar.subscribe.make')}
            </Button>
          )
        )}
        <ButtonAnchor icon="file-down" href={`/events/ics?lang=${language}${onlyMine ? '&filter=my' : ''}`} download>
          {t('calendar.subscribe.file')}
        </ButtonAnchor>
      </div>
      <Check name="onlyMine" checked={onlyMine} onChange={tick}>
        {t('calendar.subscribe.onlymine')}
      </Check>
      {since && (
        <div className={css.more}>
          <Button kind="quiet" icon="refresh-cw" onClick={() => setAsked('renew')}>
            {t('calendar.subscribe.renew')}
          </Button>
          <Button kind="danger-quiet" icon="calendar-off" onClick={() => setAsked('stop')}>
            {t('calendar.subscribe.stop')}
          </Button>
        </div>
      )}
      {asked && (
        <Confirm
          title={t(`calendar.subscribe.${asked}.title`)}
          text={t(`calendar.subscribe.${asked}.text`)}
          yes={t(`calendar.subscribe.${asked}.yes`)}
          icon={asked === 'stop' ? 'calendar-off' : 'refresh-cw'}
          busy={make.isPending || stop.isPending}
          onYes={run}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
