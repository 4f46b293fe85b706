import { type QueryClient, type QueryKey, useMutation } from '@tanstack/react-query'

interface OptimisticChange<Value> {
  /** The changes of one scope are sent one after the other. */
  scope: string
  send: (value: Value) => Promise<unknown>
  /** Returns the new data of cached queries by key; undefined leaves the data as it is. */
  newDataOf: (value: Value, queryClient: QueryClient) => (readonly [QueryKey, unknown])[]
  /** The queries that are refetched once the server has answered. */
  keys: readonly QueryKey[]
  onError: (error: unknown) => void
}

/** A mutation that is shown before the server has answered: a refusal restores what was cached before. */
export const useOptimisticChange = <Value>({ scope, send, newDataOf, keys, onError }: OptimisticChange<Value>) =>
  useMutation({
    scope: { id: scope },
    mutationFn: send,
    onMutate: (value, { client }) => {
      const newData = newDataOf(value, client)
      const before = newData.map(([key]) => [key, client.getQueryData(key)] as const)
      for (const [key, data] of newData) client.setQueryData(key, data)
      return before
    },
    onError: (error, _, before = [], { client }) => {
      for (const [key, data] of before) client.setQueryData(key, data)
      onError(error)
    },
    onSettled: (_, __, ___, ____, { client }) =>
      Promise.all(keys.map(queryKey => client.invalidateQueries({ queryKey }))),
  })
