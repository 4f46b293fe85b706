import { createFileRoute } from '@tanstack/react-router'
import { readNext } from './-session/guards.ts'
import { Maintenance } from './-failures/Maintenance.tsx'

const Screen = () => <Maintenance next={Route.useSearch().next} />

export const Route = createFileRoute('/maintenance')({
  validateSearch: readNext,
  component: Screen,
})
