import type { ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import type { ShutBy } from '../shut-thread.ts'
import type { ThreadViewProps } from '../ThreadView.tsx'
import { GuestSign } from './GuestSign.tsx'

export interface ThreadShutProps extends Pick<ThreadViewProps, 'communityUri' | 'back' | 'closed'> {
  why: ShutBy
  isGroup: boolean
}

/** Shown instead of a conversation that does not exist or is not accessible to the viewer. */
export const ThreadShut = ({ why, isGroup, communityUri, back, closed }: ThreadShutProps): ReactNode => {
  const { t } = useText()
  if (why === 'guestforbidden') return <GuestSign communityUri={communityUri} />
  const words = why === 'error404' ? (isGroup ? 'gone.group' : 'gone') : isGroup ? 'closed' : 'closed.pair'
  const said = (
    <Empty
      picture={why === 'error404' ? 'search' : 'door'}
      title={t(`messageacts.thread.${words}.title`)}
      text={t(`messageacts.thread.${words}.text`)}
      action={
        <ButtonLink kind="primary" to={back} params={{ c: communityUri }}>
          {t('messageacts.thread.back')}
        </ButtonLink>
      }
    />
  )
  return why === 'forbidden' && closed ? closed(said) : said
}
