import { createFileRoute, redirect } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Outside } from './-frame/Outside.tsx'
import { useTitle } from './-frame/title.ts'

const Gone = () => {
  const { t } = useText()
  useTitle(t('post.gone.title'))
  return (
    <Outside>
      <Empty
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
    </Outside>
  )
}

/** The address of shared posts: redirects to the post, unless it is gone. */
export const Route = createFileRoute('/detail-publication')({
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => ({
    id: typeof id === 'string' && id ? id : undefined,
  }),
  beforeLoad: async ({ context: { queryClient }, search: { id }, location }) => {
    if (!id) throw redirect({ to: '/', replace: true })
    const { leadToPost } = await import('./-session/shared-post.ts')
    const led = await leadToPost(queryClient, id, location.href)
    if (led) throw led
  },
  loader: () => loadTexts('post'),
  component: Gone,
})
