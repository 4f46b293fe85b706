import { getInstallation } from '@parvis/contract/installation.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { fetchVersionInfo } from './version-check.ts'

const installationKeys = {
  facts: ['installation', 'facts'] as const,
  version: ['installation', 'version'] as const,
}

export const installationQuery = () =>
  queryOptions({
    queryKey: installationKeys.facts,
    queryFn: ({ signal }) => call(getInstallation, { signal }),
    staleTime: 'static',
  })

export const versionQuery = () => queryOptions({ queryKey: installationKeys.version, queryFn: fetchVersionInfo })
