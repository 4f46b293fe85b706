import type { ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import type { ClosedReason } from '../closed-thread.ts'
import { GuestNotice } from './GuestNotice.tsx'
import type { ThreadViewProps } from '../thread-view-props.ts'

export interface ThreadClosedProps extends Pick<ThreadViewProps, 'communityUri' | 'backRoute' | 'wrapClosedNotice'> {
  reason: ClosedReason
  isGroup: boolean
}

/** Notice shown instead of a conversation that does not exist or that the viewer may not open. */
export const ThreadClosed = ({
  reason,
  isGroup,
  communityUri,
  backRoute,
  wrapClosedNotice,
}: ThreadClosedProps): ReactNode => {
  const { t } = useText()
  if (reason === 'guestforbidden') return <GuestNotice communityUri={communityUri} />
  const textKey = reason === 'error404' ? (isGroup ? 'gone.group' : 'gone') : isGroup ? 'closed' : 'closed.pair'
  const notice = (
    <EmptyState
      picture={reason === 'error404' ? 'search' : 'door'}
      title={t(`messageacts.thread.${textKey}.title`)}
      text={t(`messageacts.thread.${textKey}.text`)}
      action={
        <ButtonLink kind="primary" to={backRoute} params={{ c: communityUri }}>
          {t('messageacts.thread.back')}
        </ButtonLink>
      }
    />
  )
  return reason === 'forbidden' && wrapClosedNotice ? wrapClosedNotice(notice) : notice
}
