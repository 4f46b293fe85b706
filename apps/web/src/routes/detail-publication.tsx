import { createFileRoute, redirect } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { StandaloneScreen } from '#web/app/frame/StandaloneScreen.tsx'
import { useTitle } from '#web/app/frame/screen.ts'

const PostGone = () => {
  const { t } = useText()
  useTitle(t('post.gone.title'))
  return (
    <StandaloneScreen>
      <EmptyState
        picture="search"
        level={1}
        title={t('post.gone.title')}
        text={t('post.gone.link')}
        action={
          <ButtonLink kind="primary" to="/">
            {t('common.home')}
          </ButtonLink>
        }
      />
    </StandaloneScreen>
  )
}

/** The URL of shared posts: redirects to the screen of the post, unless the post is deleted. */
export const Route = createFileRoute('/detail-publication')({
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => ({
    id: typeof id === 'string' && id ? id : undefined,
  }),
  beforeLoad: async ({ context: { queryClient }, search: { id }, location }) => {
    if (!id) throw redirect({ to: '/', replace: true })
    const { redirectToPost } = await import('#web/app/session/shared-post.ts')
    const target = await redirectToPost(queryClient, id, location.href)
    if (target) throw target
  },
  loader: () => loadTexts('feed'),
  component: PostGone,
})
