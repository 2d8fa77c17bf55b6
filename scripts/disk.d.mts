interface Space {
  bytes: number;
  files: number;
}

export function freeSpace(path: string): Space | null;
export function lackOfSpace(path: string, what: string, needs: Space, taken?: () => Space): string | null;
export function fullDisk(...paths: string[]): string | null;
export function folderSize(path: string): Space;
