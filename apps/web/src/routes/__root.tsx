import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { Announcer } from './-frame/Announcer.tsx'
import { Failure } from './-failures/Failure.tsx'
import { NotFound } from './-failures/NotFound.tsx'
import { Obsolete } from './-failures/Obsolete.tsx'
import { useSessionWatch } from './-session/session-watch.ts'

const Root = () => {
  const obsolete = useSessionWatch()
  return (
    <>
      {obsolete ? <Obsolete /> : <Outlet />}
      <Announcer />
    </>
  )
}

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  loader: () => loadTexts('common', 'errors'),
  component: Root,
  errorComponent: Failure,
  notFoundComponent: NotFound,
})
