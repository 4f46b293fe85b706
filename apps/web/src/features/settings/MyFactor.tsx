import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import type { RenderProofPrompt } from '#web/ui/proof-request.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SettingsGroup } from '#web/ui/SettingsGroup.tsx'
import { GroupError, GroupLastUpdated } from '#web/ui/GroupStatus.tsx'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { factorQuery, useCreateRecoveryCodes, useTurnOffFactor } from './factor.queries.ts'
import css from './MyFactor.module.css'

// The QR code library is loaded with the dialog only.
const loadSetup = () => import('./FactorDialog.tsx').then(({ FactorDialog: one }) => ({ default: one }))
const FactorDialog = lazy(loadSetup)
const CodesDialog = lazy(() => import('./CodesDialog.tsx').then(({ RecoveryCodesDialog: one }) => ({ default: one })))

/** At this number of recovery codes, or fewer, a warning is shown. */
const FEW_CODES = 3

export interface MyFactorProps {
  /** Name of the owner, printed on the recovery codes. */
  ownerName: string
  renderProofPrompt: RenderProofPrompt
  /** Called once the second factor is turned off. */
  onTurnedOff: () => void
}

/** The second factor of a member of the team: turning it on and off, and its recovery codes. */
export const MyFactor = ({ ownerName, renderProofPrompt, onTurnedOff }: MyFactorProps) => {
  const { t } = useText()
  const { fullDate } = useFormat()
  const query = useQuery(factorQuery())
  const turnOff = useTurnOffFactor()
  const newCodes = useCreateRecoveryCodes()
  const [open, setOpen] = useState<'on' | 'prove' | 'off' | 'codes' | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isLoading, setLoading] = useState(false)
  const turnOn = async () => {
    setLoading(true)
    await loadSetup().then(() => setOpen('on'), onChunkLoadFailed)
    setLoading(false)
  }
  const factor = query.data
  const close = () => setOpen(null)
  const left = factor?.recoveryCodesLeft ?? 0
  return (
    // `rowCount` decreases when a dialog closes: the title is focused if the button that opened the dialog is gone.
    <SettingsGroup title={t('factor.title')} rowCount={open || codes ? 1 : 0}>
      {viewStateOf(query) === 'failed' && <GroupError query={query} title={t('factor.failed')} />}
      <GroupLastUpdated query={query} />
      {!factor && viewStateOf(query) !== 'failed' && (
        <Card className={css.card} role="status" aria-label={t('common.loading')}>
          <Skeleton width={60} />
        </Card>
      )}
      {factor && !factor.since && (
        <Card className={css.card}>
          <p className={css.note}>{t('factor.off')}</p>
          <div className={css.acts}>
            <Button icon="shield-check" busy={isLoading} onClick={() => void turnOn()}>
              {t('factor.turnon')}
            </Button>
          </div>
        </Card>
      )}
      {factor?.since && (
        <Card className={css.card}>
          <p className={css.note}>{t('factor.on', { day: fullDate(new Date(factor.since)) })}</p>
          {left > FEW_CODES ? (
            <p>{t('factor.left', { count: left })}</p>
          ) : (
            <Notice icon="triangle-alert">{t('factor.few', { count: left })}</Notice>
          )}
          <div className={css.acts}>
            <Button icon="key-round" onClick={() => setOpen('codes')}>
              {t('factor.newcodes')}
            </Button>
            <Button kind="danger-quiet" icon="shield-off" onClick={() => setOpen('off')}>
              {t('factor.turnoff')}
            </Button>
          </div>
        </Card>
      )}
      <Suspense>
        {open === 'on' && <FactorDialog ownerName={ownerName} onProofNeeded={() => setOpen('prove')} onClose={close} />}
        {codes && <CodesDialog ownerName={ownerName} codes={codes} onClose={() => setCodes(null)} />}
      </Suspense>
      {open === 'prove' &&
        renderProofPrompt({
          title: t('factor.turnon.ask'),
          text: t('factor.turnon.ask.text'),
          action: t('factor.turnon.go'),
          icon: 'shield-check',
          onIdentityProved: async () => setOpen('on'),
          // After the proof, only the dialog of the proof closes; the dialog that follows remains open.
          onClose: () => setOpen(now => (now === 'prove' ? null : now)),
        })}
      {open === 'codes' &&
        renderProofPrompt({
          title: t('factor.newcodes.ask'),
          text: t('factor.newcodes.ask.text'),
          action: t('factor.newcodes.go'),
          icon: 'key-round',
          onIdentityProved: async () => setCodes((await newCodes.mutateAsync()).recoveryCodes),
          onClose: close,
        })}
      {open === 'off' &&
        renderProofPrompt({
          title: t('factor.turnoff.ask'),
          text: t(factor?.asked ? 'factor.turnoff.ask.asked' : 'factor.turnoff.ask.text'),
          action: t('factor.turnoff'),
          icon: 'shield-off',
          danger: true,
          onIdentityProved: async () => {
            await turnOff.mutateAsync()
            showToast({ text: t('factor.turnoff.done') })
            onTurnedOff()
          },
          onClose: close,
        })}
    </SettingsGroup>
  )
}
