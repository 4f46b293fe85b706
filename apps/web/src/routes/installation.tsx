import { logIn } from '@parvis/contract/entry.ts'
import { DEFAULT_MAP_CENTER } from '@parvis/contract/find.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { installationQuery } from '#web/kernel/installation/installation.queries.ts'
import { startSession } from '#web/features/session/session.mutations.ts'
import { SetupClosed } from '#web/features/setup/SetupClosed.tsx'
import { setupQuery } from '#web/features/setup/setup.queries.ts'
import { SetupView } from '#web/features/setup/SetupView.tsx'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { PublicBar } from '#web/ui/PublicBar.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { LoadError } from '#web/ui/LoadError.tsx'
import { useTitle } from '#web/app/frame/screen.ts'
import { useSecretOfLink } from '#web/app/session/secret-of-link.ts'

const Screen = () => {
  const { t } = useText()
  const queryClient = useQueryClient()
  const secret = useSecretOfLink('setup')
  useTitle(t('setup.title'))
  const open = useQuery({ ...setupQuery(secret), enabled: secret !== '' })
  const installation = useQuery(installationQuery())

  const isClosed = open.error instanceof ApiError && (open.error.key === 'error404' || open.error.key === 'badrequest')
  if (secret === '' || isClosed) return <SetupClosed />
  if (!open.data)
    return (
      <BareScreen bar={<PublicBar />}>
        {open.error ? <LoadError query={open} title={t('setup.failed')} /> : <SlowLoading />}
      </BareScreen>
    )
  return (
    <SetupView
      secret={secret}
      freeKey={open.data.key}
      host={location.host}
      map={{
        styleUrl: installation.isError ? null : installation.data?.tilesStyleUrl,
        start: DEFAULT_MAP_CENTER,
      }}
      onCreated={async ({ email, password, communityId }) => {
        startSession(queryClient, await call(logIn, { body: { email, password, communityId } }))
      }}
    />
  )
}

/** Creates the first webmaster and the first community; opened by a link that the server prints. */
export const Route = createFileRoute('/installation')({
  loader: () => loadTexts('setup', 'entry', 'media'),
  component: Screen,
})
