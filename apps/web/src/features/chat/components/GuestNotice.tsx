import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Tells guests that conversations are for members, with a link to the registration. */
export const GuestNotice = ({ communityUri }: { communityUri: string }) => {
  const { t } = useText()
  return (
    <EmptyState
      picture="chat"
      title={t('messages.guest.title')}
      text={t('messages.guest.text')}
      action={
        <ButtonLink kind="primary" to="/$c/connexion" params={{ c: communityUri }} search={{ register: true }}>
          {t('messages.guest.act')}
        </ButtonLink>
      }
    />
  )
}
