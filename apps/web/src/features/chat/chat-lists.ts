import { type ChatList, pathOfList } from './components/ChatTabs.tsx'

/** The list that was open last; it stays beside a conversation. */
let last: ChatList | null = null

/** The list that belongs to a path. */
export const listOfPath = (path: string | undefined, isGroup: boolean): ChatList => {
  const found = (Object.keys(pathOfList) as ChatList[]).find(list => pathOfList[list] === path)
  if (found) last = found
  return found ?? last ?? (isGroup ? 'groups' : 'mine')
}
