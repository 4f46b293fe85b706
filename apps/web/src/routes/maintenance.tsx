import { createFileRoute } from '@tanstack/react-router'
import { readNext } from '#web/app/session/guards.ts'
import { Maintenance } from '#web/app/failures/Maintenance.tsx'

const Screen = () => <Maintenance next={Route.useSearch().next} />

export const Route = createFileRoute('/maintenance')({
  validateSearch: readNext,
  component: Screen,
})
