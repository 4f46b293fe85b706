import type { LinkedDigest } from '@parvis/contract/digests.ts'
import { START_PARAM } from '@parvis/contract/share-target.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import type { StartPlace } from '#web/kernel/offline/worker-messages.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PublicBar } from '#web/ui/PublicBar.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { ToastRegion } from '#web/ui/Toast.tsx'
import { LoadError } from '#web/ui/LoadError.tsx'
import { linkedDigestQuery, useSetLinkedDigestFrequency } from './linked-digest.queries.ts'
import css from './LinkedDigestView.module.css'

const isExpiredLink = (error: unknown) =>
  error instanceof ApiError && (error.key === 'tokenexpired' || error.key === 'badrequest')

/** The screen that the link in a digest mail opens, for signed-in and signed-out people: one tap stops the digests. */
export const LinkedDigestView = ({ token }: { token: string }) => {
  const { t } = useText()
  const query = useQuery({ ...linkedDigestQuery(token), enabled: token !== '' })
  return (
    <BareScreen bar={<PublicBar homeTarget={{ to: '/' }} />}>
      {query.data ? (
        <Choice token={token} digest={query.data} />
      ) : token === '' || isExpiredLink(query.error) ? (
        <EmptyState
          picture="door"
          level={1}
          title={t('notifications.digest.link.over')}
          text={t('notifications.digest.link.over.text')}
          action={<SettingsLink kind="primary" />}
        />
      ) : query.error ? (
        <LoadError query={query} title={t('notifications.digest.link.failed')} />
      ) : (
        <SlowLoading>
          <LinkedDigestSkeleton />
        </SlowLoading>
      )}
      <ToastRegion />
    </BareScreen>
  )
}

const LinkedDigestSkeleton = () => {
  const { t } = useText()
  return (
    <div className={css.waiting} role="status" aria-label={t('common.loading')}>
      <div className={css.picture}>
        <Skeleton shape="photo" />
      </div>
      <Skeleton shape="title" width={84} />
      <Skeleton width={92} />
      <Skeleton width={88} />
      <Skeleton width={64} />
      <div className={css.act}>
        <Skeleton shape="chip" />
      </div>
    </div>
  )
}

const Choice = ({ token, digest }: { token: string; digest: LinkedDigest }) => {
  const { t } = useText()
  const { mutate, isPending } = useSetLinkedDigestFrequency(token)
  const { rhythm, community } = digest
  const state = rhythm === 'never' ? 'stopped' : 'comes'
  const [initialState] = useState(state)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The state change removes the pressed button, so the focus moves to the link to the settings.
    if (state !== initialState) container.current?.querySelector('a')?.focus()
  }, [state, initialState])
  return (
    <div ref={container} aria-live="polite">
      <EmptyState
        picture="board"
        level={1}
        title={t(`notifications.digest.link.${state}`)}
        text={t(`notifications.digest.link.${state}.text`, { community, rhythm })}
        action={
          state === 'stopped' ? (
            <SettingsLink kind="soft" />
          ) : (
            <Button kind="primary" busy={isPending} onClick={() => mutate('never')}>
              {t('notifications.digest.link.comes.action')}
            </Button>
          )
        }
      />
    </div>
  )
}

/**
 * Link to the settings, which require signing in. Only there can digests be turned on again, because the mail may have
 * been forwarded to somebody else.
 */
const SettingsLink = ({ kind }: { kind: 'primary' | 'soft' }) => {
  const { t } = useText()
  return (
    <ButtonLink kind={kind} to="/" search={{ [START_PARAM]: 'settings' satisfies StartPlace } as never}>
      {t('notifications.digest.link.settings')}
    </ButtonLink>
  )
}
