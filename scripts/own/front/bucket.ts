import { AwsClient } from "aws4fetch";

export interface S3Options {
  /** With the bucket's name in the path: `https://s3.example.com/photos`. */
  url: string;
  key: string;
  secret: string;
  region?: string;
}

const OWNER = "x-amz-meta-profile";

/** What the product uses of an R2 bucket, on a store that speaks S3. Parts of an upload and lists are as S3 has them. */
export function createS3Bucket({ url, key, secret, region = "auto" }: S3Options): R2Bucket {
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, region, service: "s3" });
  const base = url.replace(/\/$/, "");
  const at = (name: string) => `${base}/${name.split("/").map(encodeURIComponent).join("/")}`;

  async function ask(target: string, init: RequestInit = {}): Promise<Response> {
    const answer = await client.fetch(target, init);
    if (answer.ok || answer.status === 404) return answer;
    throw new Error(`the photo store answered ${answer.status} to ${init.method ?? "GET"}`);
  }

  async function put(name: string, value: BodyInit | null, options: R2PutOptions = {}): Promise<R2Object> {
    const body = new Uint8Array(await new Response(value).arrayBuffer());
    await mustBeThere(await ask(at(name), { method: "PUT", body, headers: headersOf(options) }));
    return { key: name, size: body.byteLength } as R2Object;
  }

  async function remove(names: string | string[]): Promise<void> {
    for (const name of [names].flat()) await ask(at(name), { method: "DELETE" });
  }

  async function list({ prefix = "", cursor }: R2ListOptions = {}): Promise<R2Objects> {
    const query = new URLSearchParams({ "list-type": "2", prefix, ...(cursor && { "continuation-token": cursor }) });
    const xml = await (await mustBeThere(await ask(`${base}/?${query}`))).text();
    const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, one = ""]) => {
      const at = /<LastModified>([^<]*)</.exec(one)?.[1];
      // A store that tells no time: as if written now.
      return { key: plain(/<Key>([^<]*)</.exec(one)?.[1] ?? ""), uploaded: at ? new Date(at) : new Date() } as R2Object;
    });
    const next = /<NextContinuationToken>([^<]*)</.exec(xml)?.[1];
    const more = next ? { truncated: true as const, cursor: plain(next) } : { truncated: false as const };
    return { objects, delimitedPrefixes: [], ...more };
  }

  async function createMultipartUpload(name: string, options: R2MultipartOptions = {}): Promise<R2MultipartUpload> {
    const begun = await mustBeThere(await ask(`${at(name)}?uploads=`, { method: "POST", headers: headersOf(options) }));
    const uploadId = plain(/<UploadId>([^<]*)</.exec(await begun.text())?.[1] ?? "");
    const of = `${at(name)}?uploadId=${encodeURIComponent(uploadId)}`;
    return {
      key: name,
      uploadId,
      async uploadPart(partNumber: number, value: BodyInit) {
        const body = new Uint8Array(await new Response(value).arrayBuffer());
        const answer = await mustBeThere(await ask(`${of}&partNumber=${partNumber}`, { method: "PUT", body }));
        return { partNumber, etag: answer.headers.get("etag") ?? "" };
      },
      async complete(parts: R2UploadedPart[]) {
        const list = parts.map((one) => `<Part><PartNumber>${one.partNumber}</PartNumber><ETag>${one.etag}</ETag></Part>`);
        const body = `<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`;
        const said = await (await mustBeThere(await ask(of, { method: "POST", body }))).text();
        // S3 reports a failed completion with status 200.
        if (said.includes("<Error>")) throw new Error("the photo store did not complete the upload");
        return { key: name } as R2Object;
      },
      async abort() {
        await ask(of, { method: "DELETE" });
      },
    } as unknown as R2MultipartUpload;
  }

  return {
    async head(name: string) {
      const answer = await ask(at(name), { method: "HEAD" });
      return answer.ok ? factsOf(name, answer) : null;
    },
    async get(name: string) {
      const answer = await ask(at(name));
      if (!answer.ok) return null;
      const arrayBuffer = () => answer.arrayBuffer();
      return { ...factsOf(name, answer), body: answer.body, arrayBuffer } as R2ObjectBody;
    },
    put,
    delete: remove,
    list,
    createMultipartUpload,
  } as unknown as R2Bucket;
}

async function mustBeThere(answer: Response): Promise<Response> {
  if (answer.status === 404) throw new Error("the photo store has no such bucket");
  return answer;
}

function headersOf({ httpMetadata, customMetadata }: Pick<R2PutOptions, "httpMetadata" | "customMetadata">): Headers {
  const headers = new Headers();
  if (httpMetadata && "contentType" in httpMetadata && httpMetadata.contentType)
    headers.set("content-type", httpMetadata.contentType);
  if (customMetadata?.profile) headers.set(OWNER, customMetadata.profile);
  return headers;
}

function factsOf(key: string, { headers }: Response): R2Object {
  const profile = headers.get(OWNER);
  return {
    key,
    size: Number(headers.get("content-length") ?? 0),
    httpMetadata: { contentType: headers.get("content-type") ?? "" },
    customMetadata: profile ? { profile } : {},
  } as unknown as R2Object;
}

/** XML holds these five references only. */
function plain(text: string): string {
  const of: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => of[name] ?? "");
}
