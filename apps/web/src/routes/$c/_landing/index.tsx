import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useTitle } from '../../-title.ts'

const landing = getRouteApi('/$c/_landing')

const Title = () => {
  useTitle(landing.useLoaderData().name)
  return null
}

export const Route = createFileRoute('/$c/_landing/')({ component: Title })
