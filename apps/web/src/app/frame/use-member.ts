import { getRouteApi } from '@tanstack/react-router'

const app = getRouteApi('/$c/_app')

/** The community and the session of a screen that only members and guests of the community see. */
export const useMember = () => ({ community: app.useLoaderData(), session: app.useRouteContext().session })
