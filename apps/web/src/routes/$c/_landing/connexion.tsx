import { createFileRoute, getRouteApi, useRouter } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/i18n.ts'
import { LogInDialog } from '#web/rooms/session/LogInDialog.tsx'
import { readEnded, readNext, type EntrySearch } from '../../-guards.ts'
import { useTitle } from '../../-title.ts'

const landing = getRouteApi('/$c/_landing')

const Screen = () => {
  const { t } = useText()
  const router = useRouter()
  const navigate = Route.useNavigate()
  const community = landing.useLoaderData()
  const { next, ended } = Route.useSearch()
  useTitle(t('session.login.title'), community.name)
  return (
    <LogInDialog
      community={community}
      ended={ended}
      onClose={() => void navigate({ to: '/$c', params: { c: community.customUri }, replace: true })}
      onEntered={user => {
        import('#web/rooms/publish/draft-store.ts').then(({ forgetDrafts }) => forgetDrafts(user._id)).catch(() => {})
        router.history.replace(next ?? `/${user.customUri}/actualites`)
      }}
    />
  )
}

export const Route = createFileRoute('/$c/_landing/connexion')({
  validateSearch: (raw: Record<string, unknown>): EntrySearch => ({ ...readNext(raw), ...readEnded(raw) }),
  loader: () => loadTexts('session'),
  component: Screen,
})
