/** What threads beside the event loop do for it: on files, and on names of hosts. */
const THREADED = /^(?:FSReq|Get\w+InfoReq)/;

export function isThreadBusy(): boolean {
  return process.getActiveResourcesInfo().some((resource) => THREADED.test(resource));
}
