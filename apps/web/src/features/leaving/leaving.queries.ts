import {
  dropExport,
  type Export,
  getExport,
  getLeaving,
  makeExport,
  proveOwner,
  undoDeparture,
} from '@parvis/contract/leaving.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { currentLanguage } from '#web/kernel/text/i18n.ts'

const leavingKeys = {
  facts: ['leaving', 'facts'] as const,
  export: ['leaving', 'export'] as const,
}

/** Whether and how the viewer can leave, and the consequences. Never cached: fetched each time a dialog opens. */
export const leavingQuery = () =>
  queryOptions({
    queryKey: leavingKeys.facts,
    queryFn: ({ signal }) => call(getLeaving, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Polling interval while an export is in progress, in milliseconds. */
const POLL_MS = 1_000

const isInProgress = (dataExport: Export | null | undefined) =>
  dataExport?.state === 'waiting' || dataExport?.state === 'making'

export const exportQuery = () =>
  queryOptions({
    queryKey: leavingKeys.export,
    queryFn: ({ signal }) => call(getExport, { signal }),
    refetchInterval: ({ state }) => (isInProgress(state.data) ? POLL_MS : false),
  })

/** Proves ownership by password and, if set up, second factor; without a password, the server mails a link. */
export const useProveOwner = () =>
  useMutation({
    mutationFn: ({ currentpassword, code }: { currentpassword: string; code: string }) =>
      call(proveOwner, { body: { ...(currentpassword && { currentpassword }), ...(code && { code }) } }),
  })

export const useCreateExport = () =>
  useMutation({
    mutationFn: () => call(makeExport, { body: { lang: currentLanguage() } }),
    onSuccess: (made, _, __, { client }) => client.setQueryData<Export | null>(leavingKeys.export, made),
  })

export const useDeleteExport = () =>
  useMutation({
    mutationFn: () => call(dropExport),
    onSuccess: (_, __, ___, { client }) => {
      // A response in flight may still contain the deleted export.
      void client.cancelQueries({ queryKey: leavingKeys.export })
      client.setQueryData<Export | null>(leavingKeys.export, null)
    },
  })

export const useUndoDeparture = () =>
  useMutation({ mutationFn: (token: string) => call(undoDeparture, { body: { token } }) })
