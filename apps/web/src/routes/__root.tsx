import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/i18n.ts'
import { Announcer } from './-screens/Announcer.tsx'
import { Failure } from './-screens/Failure.tsx'
import { NotFound } from './-screens/NotFound.tsx'
import { Obsolete } from './-screens/Obsolete.tsx'
import { useVigil } from './-vigil.ts'

const Root = () => {
  const obsolete = useVigil()
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
