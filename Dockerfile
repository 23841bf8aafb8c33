# The server of docker-compose.yml. What is installed is what the tests run with: requirements.lock, by hash.
FROM python:3.13-slim
WORKDIR /app
COPY requirements.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY graphmem graphmem
COPY cypher cypher
COPY examples examples
RUN pip install --no-cache-dir --no-deps --no-build-isolation . \
    && useradd --create-home graphmem \
    && mkdir /tokens /store \
    && chown graphmem /tokens /store
USER graphmem
# Of an embedded store; docker-compose.yml names Neo4j instead.
ENV GRAPHMEM_STORE=/store/graphmem.db
VOLUME ["/tokens", "/store"]
EXPOSE 7690
ENTRYPOINT ["graphmem"]
CMD ["serve", "--host", "0.0.0.0", "--tokens", "/tokens/tokens.toml"]
