import { useEffect } from 'react'

/** The title of the page: "Live · Les Tilleuls · Parvis". */
export const useTitle = (...parts: (string | null | undefined)[]) => {
  const title = [...parts.filter(Boolean), 'Parvis'].join(' · ')
  useEffect(() => { document.title = title }, [title])
}
