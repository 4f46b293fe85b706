import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useRef, useState } from 'react'

/** How a request is aborted, and how it reports the sent share of its files, from 0 to 1. */
export interface UploadControls {
  signal: AbortSignal
  onProgress: (share: number) => void
}

interface UploadMutationOptions<T, V> extends Omit<UseMutationOptions<T, Error, V>, 'mutationFn' | 'onSettled'> {
  mutationFn: (variables: V, controls: UploadControls) => Promise<T>
}

/** A mutation that the user can abort. `progress` is the sent share of its files; null while no file is sent. */
export const useUploadMutation = <T, V>({ mutationFn, ...options }: UploadMutationOptions<T, V>) => {
  const [progress, setProgress] = useState<number | null>(null)
  const controller = useRef<AbortController>(null)
  const mutation = useMutation({
    ...options,
    mutationFn: (variables: V) => {
      controller.current = new AbortController()
      return mutationFn(variables, { signal: controller.current.signal, onProgress: setProgress })
    },
    onSettled: () => setProgress(null),
  })
  return { ...mutation, progress, abort: () => controller.current?.abort() }
}
