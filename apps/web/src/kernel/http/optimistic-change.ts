import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

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
export const useOptimisticChange = <Value>({ scope, send, newDataOf, keys, onError }: OptimisticChange<Value>) => {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: scope },
    mutationFn: send,
    onMutate: value => {
      const newData = newDataOf(value, queryClient)
      const before = newData.map(([key]) => [key, queryClient.getQueryData(key)] as const)
      for (const [key, data] of newData) queryClient.setQueryData(key, data)
      return before
    },
    onError: (error, _, before = []) => {
      for (const [key, data] of before) queryClient.setQueryData(key, data)
      onError(error)
    },
    onSettled: () => Promise.all(keys.map(queryKey => queryClient.invalidateQueries({ queryKey }))),
  })
}
