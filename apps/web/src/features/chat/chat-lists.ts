import { type ChatList, pathOfList } from './components/ChatTabs.tsx'

/** The list opened last; it stays visible beside a conversation. */
let lastList: ChatList | null = null

/**
 * Returns the list that belongs to a route path, and remembers it. For the path of a conversation, returns the list
 * that was opened last.
 */
export const listOfPath = (path: string | undefined, isGroup: boolean): ChatList => {
  const found = (Object.keys(pathOfList) as ChatList[]).find(list => pathOfList[list] === path)
  if (found) lastList = found
  return found ?? lastList ?? (isGroup ? 'groups' : 'mine')
}
