/** memfs derives its watchers and file handles from this; a volume has neither watchers nor listeners. */
export class EventEmitter {
  emit(): boolean {
    return false;
  }
}
